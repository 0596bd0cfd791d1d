package io.cellkeeper.compat.differential;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.jspecify.annotations.Nullable;

/** Writes records field by field (rules 1.2 to 1.4), so that malformed ones can be written as well. */
final class Wire {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Wire integer(int value) {
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
        return this;
    }

    Wire number(long value) {
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
        return this;
    }

    Wire flag(boolean value) {
        bytes.write(value ? 1 : 0);
        return this;
    }

    Wire string(@Nullable String value) {
        return buffer(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    Wire buffer(byte @Nullable [] value) {
        if (value == null) {
            return integer(-1);
        }
        return integer(value.length).raw(value);
    }

    Wire strings(List<String> values) {
        integer(values.size());
        values.forEach(this::string);
        return this;
    }

    Wire acl(@Nullable List<ACL> acl) {
        if (acl == null) {
            return integer(-1);
        }
        integer(acl.size());
        for (ACL entry : acl) {
            Id id = entry.getId();
            integer(entry.getPerms()).string(id.getScheme()).string(id.getId());
        }
        return this;
    }

    Wire raw(byte[] value) {
        bytes.writeBytes(value);
        return this;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
