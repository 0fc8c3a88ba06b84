package io.sluice.tools.client;

import java.util.Objects;

/** Who a client says it is. */
public record Login(String user, String password) {
    public Login {
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
    }

    @Override
    public String toString() {
        return user;
    }
}
