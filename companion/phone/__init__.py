"""The page for phones, tablets and televisions: served locally, without a build step or anything from elsewhere."""
