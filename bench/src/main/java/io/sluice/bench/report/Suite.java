package io.sluice.bench.report;

import java.io.IOException;
import java.util.List;

/** Something that can be measured as a whole. */
public interface Suite {
    /** Measures all of it, or, if that is enough, in a minute. */
    List<Line> measure(boolean quick) throws IOException;
}
