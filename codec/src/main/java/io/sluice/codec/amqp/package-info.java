/**
 * AMQP 1.0 (OASIS, ISO/IEC 19464): framing, the type system, performatives, SASL and message
 * sections, as flyweights over buffers that someone else owns. A decoder's {@code wrap} checks
 * every byte and answers {@link io.sluice.codec.amqp.AmqpError#NONE} or the condition that the peer
 * gets; accessors trust what it checked. It walks each value once, but the elements of a "multiple"
 * field, and a state or terminus of an unknown descriptor that is no list, twice. Nothing allocates
 * after construction, but {@link io.sluice.codec.amqp.TransferEncoder#payloadRoom} for fields of
 * unusual length; a decoder and those of the composites within it share one reader and so one
 * element budget.
 *
 * <p>A field that is null or missing is absent, and reads by one rule. Where the standard gives a
 * default, in its field's definition or in words (no idle time-out is 0), the accessor does, too.
 * Where a field is an encoded value, its {@link io.sluice.codec.amqp.TypedValue} is of type NULL,
 * which is how the standard itself says absent. Any other field has a {@code hasX()}, and to ask
 * its accessor in spite of a no is our fault: an assertion. So is to ask for a field of another
 * kind of frame, state or body than was decoded.
 *
 * <p>The maps that the standard defines (fields, filters, annotations, application-properties,
 * unsettled) have no key twice, or are refused. Any other map, in a body or within a value, is
 * passed on as it is, though the standard calls one with equal keys invalid (part 1 section
 * 1.6.23): who reads it judges it.
 */
package io.sluice.codec.amqp;
