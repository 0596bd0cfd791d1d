package io.cellkeeper.server.replica;

import io.cellkeeper.proxy.net.AdminWords;
import io.cellkeeper.server.words.FourLetterWords;
import io.cellkeeper.server.words.Word;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The four-letter words as the client port asks for them: by their four bytes. */
final class ClientPortWords implements AdminWords {
    private final FourLetterWords words;

    ClientPortWords(FourLetterWords words) {
        this.words = words;
    }

    @Override
    public int lengthOf(String word) {
        return Word.ofCode(bytes(word).getInt()).map(words::lengthOf).orElse(0);
    }

    @Override
    public String answer(String word) {
        ByteBuffer bytes = bytes(word);
        Word asked = Word.ofCode(bytes.getInt()).orElseThrow();
        return words.answer(asked, bytes.hasRemaining() ? bytes.getLong() : 0);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
