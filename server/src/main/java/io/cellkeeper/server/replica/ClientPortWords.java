package io.cellkeeper.server.replica;

import io.cellkeeper.proxy.net.AdminWords;
import io.cellkeeper.server.words.FourLetterWords;
import io.cellkeeper.server.words.Word;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The four-letter words as the client port asks for them: by their four bytes. */
final class ClientPortWords implements AdminWords {
    private final FourLetterWords words;

    ClientPortWords(FourLetterWords words) {
        this.words = words;
    }

    @Override
    public boolean knows(String word) {
        return wordOf(word).isPresent();
    }

    @Override
    public String answer(String word) {
        return words.answer(wordOf(word).orElseThrow());
    }

    private static Optional<Word> wordOf(String text) {
        return Word.ofCode(
                ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)).getInt());
    }
}
