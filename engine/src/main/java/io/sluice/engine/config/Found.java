package io.sluice.engine.config;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;

/** A value that a file gives to a key: what it is, how it stands there, and where. */
record Found(Object value, String written, Optional<Mark> place) {}
