"""What the camera sees: frames to sightings."""
