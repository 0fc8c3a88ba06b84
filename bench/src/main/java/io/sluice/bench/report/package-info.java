/** What every suite answers, and how it is shown. */
package io.sluice.bench.report;
