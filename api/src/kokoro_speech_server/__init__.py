"""An OpenAI-compatible text-to-speech server around Kokoro-82M."""
