package io.sluice.engine.mapping;

import io.sluice.codec.amqp.AmqpType;
import io.sluice.codec.amqp.ElementCursor;
import io.sluice.codec.amqp.HeaderSection;
import io.sluice.codec.amqp.MapCursor;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.PropertiesSection;
import io.sluice.codec.amqp.TypedValue;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;

/** Writes the user properties of an AMQP message on its way to MQTT; one per loop. */
final class UserProperties {
    /** More than these are no metadata any more. */
    static final int COUNT_MAX = 128;

    // Names of text forms: for who reads, never read back.
    private static final Slice PRIORITY = Slice.ofUtf8("amqp.priority");
    private static final Slice TO = Slice.ofUtf8("amqp.to");
    private static final Slice SUBJECT = Slice.ofUtf8("amqp.subject");
    private static final Slice CONTENT_ENCODING = Slice.ofUtf8("amqp.content-encoding");
    private static final Slice EXPIRY_TIME = Slice.ofUtf8("amqp.absolute-expiry-time");
    private static final Slice CREATION_TIME = Slice.ofUtf8("amqp.creation-time");
    private static final Slice GROUP_ID = Slice.ofUtf8("amqp.group-id");
    private static final Slice GROUP_SEQUENCE = Slice.ofUtf8("amqp.group-sequence");
    private static final Slice REPLY_TO_GROUP_ID = Slice.ofUtf8("amqp.reply-to-group-id");

    private final Counters counters;
    private final boolean trustsMarks;
    private final MqttList list;
    private final TextForm textForm = new TextForm();
    private final MapCursor map = new MapCursor();
    private final ElementCursor elements = new ElementCursor();
    private final KeyIndex keys = new KeyIndex();
    private final Slice name = new Slice();

    /** Whether the list of the message says more than its properties, in their order, do. */
    private boolean needsList;

    UserProperties(final Counters counters, final boolean trustsMarks, final MqttList list) {
        this.counters = counters;
        this.trustsMarks = trustsMarks;
        this.list = list;
    }

    /**
     * Writes them: from the ordered list if there is one, not NULL, that still says what the
     * message does. False if they are too many, which no later try changes.
     */
    boolean write(final MessageCursor message, final TypedValue orderedList) {
        if (map.wrap(message.applicationProperties()).remaining() > COUNT_MAX) {
            return false;
        }
        if (map.remaining() == 0 && message.applicationProperties().type() != AmqpType.NULL) {
            list.noteInexact(); // a section with nothing in it is a section all the same
        }
        final boolean isOrdered = !orderedList.isNull() && isFaithful(message, orderedList);
        if (!orderedList.isNull() && !isOrdered) {
            list.noteInexact(); // someone on the way has changed the properties: they count
        }
        if (isOrdered) {
            if (elements.wrap(orderedList).remaining() > 2 * COUNT_MAX) {
                return false;
            }
            if (!needsList) {
                list.noteInexact(); // the way back writes none
            }
            writeOrdered();
        } else {
            writeMessageId(message.properties());
            writeMap(message);
        }
        writeTexts(message);
        return true;
    }

    /**
     * Whether the list's first values, in its order, are the message's properties, and it is one
     * that the way from MQTT may write.
     */
    private boolean isFaithful(final MessageCursor message, final TypedValue orderedList) {
        if (orderedList.type() != AmqpType.LIST
                || (elements.wrap(orderedList).remaining() & 1) != 0
                || !areStrings()) {
            return false;
        }
        final PropertiesSection properties = message.properties();
        final boolean hasId = properties.hasMessageId();
        if (hasId && properties.messageId().type() != AmqpType.STRING) {
            return false;
        }
        boolean isIdBehind = hasId;
        needsList = false;
        boolean isFirst = true;
        keys.clear();
        map.wrap(message.applicationProperties());
        elements.wrap(orderedList);
        while (elements.next()) {
            name.wrap(elements.value().bytes());
            elements.next();
            final Slice value = elements.value().bytes();
            final boolean isId = name.contentEquals(Marks.MESSAGE_ID);
            if (isWrittenHere() || isId && !hasId) {
                return false; // the way back would take it for what it is not
            }
            if (isId && isIdBehind) {
                isIdBehind = false;
                needsList |= !isFirst;
                if (!properties.messageId().bytes().contentEquals(value)) {
                    return false;
                }
            } else if (!keys.add(name)) {
                needsList = true;
            } else if (!isNextOfMap(value)) {
                return false;
            }
            isFirst = false;
        }
        return !isIdBehind && map.remaining() == 0;
    }

    private boolean areStrings() {
        while (elements.next()) {
            if (elements.value().type() != AmqpType.STRING) {
                return false;
            }
        }
        return true;
    }

    private boolean isNextOfMap(final Slice value) {
        return map.next()
                && map.key().bytes().contentEquals(name)
                && map.value().type() == AmqpType.STRING
                && map.value().bytes().contentEquals(value);
    }

    private void writeOrdered() {
        while (elements.next()) {
            name.wrap(elements.value().bytes());
            elements.next();
            list.user(name, elements.value().bytes());
        }
    }

    private void writeMessageId(final PropertiesSection properties) {
        if (properties.hasMessageId()) {
            writeText(Marks.MESSAGE_ID, properties.messageId());
        }
    }

    private void writeMap(final MessageCursor message) {
        final boolean hasId = message.properties().hasMessageId();
        map.wrap(message.applicationProperties());
        while (map.next()) {
            name.wrap(map.key().bytes());
            if (trustsMarks && isWrittenHere()) {
                list.noteInexact();
            } else if (!trustsMarks && Marks.startsWith(name, Marks.USER_PREFIX)) {
                counters.increment(Counter.MAPPING_MARKS_STRIPPED);
                list.noteStripped();
            } else {
                if (!hasId && name.contentEquals(Marks.MESSAGE_ID)) {
                    list.noteInexact(); // the way back would make it the message-id
                }
                writeText(name, map.value());
            }
        }
    }

    /** A mark stands once, and not as someone else's property. */
    private boolean isWrittenHere() {
        return name.contentEquals(Marks.AMQP) || name.contentEquals(Marks.CORRELATION_TYPE);
    }

    /** Only a string comes back as what it was. */
    private void writeText(final Slice key, final TypedValue value) {
        if (value.type() != AmqpType.STRING) {
            list.noteInexact();
        }
        final Slice text = textForm.of(value);
        if (text != null) {
            list.user(key, text);
        }
    }

    private void writeTexts(final MessageCursor message) {
        final int priority = message.header().priority();
        if (priority != HeaderSection.DEFAULT_PRIORITY) {
            extra(PRIORITY, textForm.integer(priority));
        }
        final PropertiesSection properties = message.properties();
        if (properties.hasSubject()) {
            extra(SUBJECT, properties.subject());
        }
        if (properties.hasContentEncoding()) {
            extra(CONTENT_ENCODING, properties.contentEncoding());
        }
        if (properties.hasAbsoluteExpiryTime()) {
            extra(EXPIRY_TIME, textForm.integer(properties.absoluteExpiryTime()));
        }
        if (properties.hasCreationTime()) {
            extra(CREATION_TIME, textForm.integer(properties.creationTime()));
        }
        if (properties.hasGroupId()) {
            extra(GROUP_ID, properties.groupId());
        }
        if (properties.hasGroupSequence()) {
            extra(GROUP_SEQUENCE, textForm.integer(properties.groupSequence() & 0xFFFF_FFFFL));
        }
        if (properties.hasReplyToGroupId()) {
            extra(REPLY_TO_GROUP_ID, properties.replyToGroupId());
        }
        if (properties.hasUserId()) {
            list.noteInexact(); // bytes, of which there is no text
        }
    }

    /** The address that the sender wrote, where the topic is another. */
    void writeTo(final Slice to) {
        extra(TO, to);
    }

    private void extra(final Slice key, final Slice text) {
        list.noteInexact();
        list.user(key, text);
    }
}
