"""The artefacts (ONNX) and their cards; ``models/training`` makes them."""
