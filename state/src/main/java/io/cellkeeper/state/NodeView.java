package io.cellkeeper.state;

import io.cellkeeper.protocol.AclEntry;
import java.util.List;

/**
 * What of a node tells whether something was missed (rule 10.16).
 *
 * @param mzxid the zxid that changed its data last
 * @param pzxid the zxid that changed its children last
 */
public record NodeView(long mzxid, long pzxid, List<AclEntry> acl) {}
