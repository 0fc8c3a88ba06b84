package io.sluice.store.lmdb;

import java.util.List;

/**
 * What was found when the store was opened; to be logged.
 *
 * @param created the store was not there
 * @param cleanStop the last process closed it in order
 * @param metaRewritten the newest commit was torn, was never acknowledged, and is gone
 * @param pagesVerified how many pages were looked at, 0 if none had to be
 * @param identities how many identities are remembered
 * @param ballast whether the ballast is there
 * @param notes the same in words, where an operator should know it
 */
public record OpenReport(
        boolean created,
        boolean cleanStop,
        boolean metaRewritten,
        long pagesVerified,
        int identities,
        boolean ballast,
        List<String> notes) {}
