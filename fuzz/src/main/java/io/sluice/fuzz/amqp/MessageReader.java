package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.HeaderEncoder;
import io.sluice.codec.amqp.HeaderSection;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.PropertiesEncoder;
import io.sluice.codec.amqp.PropertiesSection;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A message: its sections by name and one behind another, read and written. */
public final class MessageReader implements DescribedReader {
    private static final int SCRATCH = 65_536;
    private static final int FOOTER = Descriptor.FOOTER.code();

    private final MessageCursor message;
    private final MessageEncoder encoder = new MessageEncoder();
    private final HeaderEncoder header = new HeaderEncoder();
    private final PropertiesEncoder properties = new PropertiesEncoder();
    private final UnsafeBuffer scratch = new UnsafeBuffer(new byte[SCRATCH]);
    private final ValueTelling telling = new ValueTelling();
    private int offset;
    private int length;
    private int announced;

    public MessageReader(final TypeLimits limits) {
        message = new MessageCursor(limits);
    }

    MessageCursor message() {
        return message;
    }

    @Override
    public int read(final DirectBuffer buffer, final int offset, final int length) {
        this.offset = offset;
        this.length = length;
        return message.wrap(buffer, offset, length).ordinal();
    }

    @Override
    public void tell(final int verdict, final Transcript transcript) {
        if (!accepts(verdict)) {
            return;
        }
        tellHeader(message.header(), transcript);
        tellProperties(message.properties(), transcript);
        telling.tell("delivery annotations", message.deliveryAnnotations(), transcript);
        telling.tell("message annotations", message.messageAnnotations(), transcript);
        telling.tell("application properties", message.applicationProperties(), transcript);
        telling.tell("footer", message.footer(), transcript);
        transcript.flag("has body", message.hasBody());
        transcript.number("body", message.body().ordinal());
        transcript.number("body sections", message.bodySections());
        if (message.body() == Descriptor.DATA) {
            transcript.slice("data", message.data());
        } else if (message.hasBody()) {
            telling.tell("body value", message.bodyValue(), transcript);
        }
        transcript.position("body offset", message.bodyOffset());
        transcript.position("bare offset", message.bareOffset());
        walk(transcript);
    }

    /** The sections stand in order and cover the message, and the parts that are named. */
    private void walk(final Transcript transcript) {
        int end = offset;
        int last = 0;
        int bodies = 0;
        int bare = -1;
        int bareEnd = offset;
        int bodyLength = 0;
        message.rewind();
        while (message.next()) {
            final int code = message.section().code();
            if (message.sectionOffset() != end || code < last) {
                throw new Finding(message.section() + " at " + message.sectionOffset());
            }
            last = code;
            end += message.sectionLength();
            final boolean isBody =
                    code >= Descriptor.DATA.code() && code <= Descriptor.AMQP_VALUE.code();
            bodies += isBody ? 1 : 0;
            bodyLength += isBody ? message.sectionLength() : 0;
            if (bare < 0 && code >= Descriptor.PROPERTIES.code() && code != FOOTER) {
                bare = message.sectionOffset();
            }
            bareEnd = code == FOOTER ? bareEnd : end;
            transcript.number("section", code);
            transcript.number("content", message.value().type().ordinal());
            if (code != Descriptor.HEADER.code() && code != Descriptor.PROPERTIES.code()) {
                telling.tell(
                        "content", message.value(), transcript); // those two lose their defaults
            }
        }
        if (end != offset + length) {
            throw new Finding("sections end " + (offset + length - end) + " bytes too early");
        }
        if (bodies != message.bodySections() || bodyLength != message.bodyLength()) {
            throw new Finding(bodies + " body sections of " + bodyLength + " bytes");
        }
        if (message.bareOffset() != (bare < 0 ? bareEnd : bare)
                || message.bareOffset() + message.bareLength() != bareEnd) {
            throw new Finding("the bare message is not its sections");
        }
        message.rewind();
    }

    private void tellHeader(final HeaderSection header, final Transcript transcript) {
        transcript.flag("has header", message.hasHeader());
        transcript.flag("durable", header.durable());
        transcript.number("priority", header.priority());
        transcript.flag("has ttl", header.hasTtl());
        if (header.hasTtl()) {
            transcript.number("ttl", header.ttl());
        }
        transcript.flag("first acquirer", header.firstAcquirer());
        transcript.number("delivery count", header.deliveryCount());
    }

    private void tellProperties(final PropertiesSection from, final Transcript transcript) {
        transcript.flag("has properties", message.hasProperties());
        transcript.flag("has message id", from.hasMessageId());
        telling.tell("message id", from.messageId(), transcript);
        transcript.flag("has user id", from.hasUserId());
        if (from.hasUserId()) {
            transcript.slice("user id", from.userId());
        }
        transcript.flag("has to", from.hasTo());
        if (from.hasTo()) {
            transcript.slice("to", from.to());
        }
        transcript.flag("has subject", from.hasSubject());
        if (from.hasSubject()) {
            transcript.slice("subject", from.subject());
        }
        transcript.flag("has reply to", from.hasReplyTo());
        if (from.hasReplyTo()) {
            transcript.slice("reply to", from.replyTo());
        }
        transcript.flag("has correlation id", from.hasCorrelationId());
        telling.tell("correlation id", from.correlationId(), transcript);
        transcript.flag("has content type", from.hasContentType());
        if (from.hasContentType()) {
            transcript.slice("content type", from.contentType());
        }
        transcript.flag("has content encoding", from.hasContentEncoding());
        if (from.hasContentEncoding()) {
            transcript.slice("content encoding", from.contentEncoding());
        }
        transcript.flag("has expiry", from.hasAbsoluteExpiryTime());
        transcript.number("expiry", from.hasAbsoluteExpiryTime() ? from.absoluteExpiryTime() : 0);
        transcript.flag("has creation", from.hasCreationTime());
        transcript.number("creation", from.hasCreationTime() ? from.creationTime() : 0);
        transcript.flag("has group id", from.hasGroupId());
        if (from.hasGroupId()) {
            transcript.slice("group id", from.groupId());
        }
        transcript.flag("has group sequence", from.hasGroupSequence());
        transcript.number("group sequence", from.hasGroupSequence() ? from.groupSequence() : 0);
        transcript.flag("has reply to group id", from.hasReplyToGroupId());
        if (from.hasReplyToGroupId()) {
            transcript.slice("reply to group id", from.replyToGroupId());
        }
    }

    private PropertiesEncoder fill(final PropertiesSection from) {
        final PropertiesEncoder to = properties.clear();
        to.messageId().set(from.messageId());
        to.correlationId().set(from.correlationId());
        if (from.hasUserId()) {
            to.userId(from.userId());
        }
        if (from.hasTo()) {
            to.to(from.to());
        }
        if (from.hasSubject()) {
            to.subject(from.subject());
        }
        if (from.hasReplyTo()) {
            to.replyTo(from.replyTo());
        }
        if (from.hasContentType()) {
            to.contentType(from.contentType());
        }
        if (from.hasContentEncoding()) {
            to.contentEncoding(from.contentEncoding());
        }
        if (from.hasAbsoluteExpiryTime()) {
            to.absoluteExpiryTime(from.absoluteExpiryTime());
        }
        if (from.hasCreationTime()) {
            to.creationTime(from.creationTime());
        }
        if (from.hasGroupId()) {
            to.groupId(from.groupId());
        }
        if (from.hasGroupSequence()) {
            to.groupSequence(from.groupSequence());
        }
        if (from.hasReplyToGroupId()) {
            to.replyToGroupId(from.replyToGroupId());
        }
        return to;
    }

    @Override
    public int encodedLength() {
        if (!message.hasBody()) {
            return NO_ENCODER; // read from some peers, and not written
        }
        announced = write(scratch, 0, SCRATCH);
        return announced;
    }

    @Override
    public int encode(final MutableDirectBuffer buffer, final int offset) {
        if (write(buffer, offset, offset + announced - 1) != TypeWriter.NO_ROOM) {
            throw new Finding("fits where a byte is missing");
        }
        return write(buffer, offset, offset + announced);
    }

    private int write(final MutableDirectBuffer buffer, final int offset, final int limit) {
        encoder.wrap(buffer, offset, limit);
        message.rewind();
        while (message.next()) {
            switch (message.section()) {
                case HEADER -> encoder.header(header.clear().set(message.header()));
                case PROPERTIES -> encoder.properties(fill(message.properties()));
                case DATA -> encoder.data(message.value().bytes());
                case AMQP_VALUE -> telling.write(message.value(), encoder.beginValue());
                default -> encoder.section(message.section(), message.value().encoded());
            }
        }
        message.rewind();
        return encoder.end();
    }
}
