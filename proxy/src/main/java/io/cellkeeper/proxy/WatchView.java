package io.cellkeeper.proxy;

import java.util.ArrayList;
import java.util.List;

/** A path and a session that watches it ({@code wchc}, {@code wchp}; rule 15.10). */
public record WatchView(String path, long session) {
    static List<WatchView> of(WatchTable watches) {
        List<WatchView> views = new ArrayList<>();
        watches.forEach((path, owner) -> views.add(new WatchView(path, owner.session())));
        return List.copyOf(views);
    }
}
