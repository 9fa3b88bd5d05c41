"""Says how gymnasium is installed, where it is missing, before a module needs it."""

from .._extras import extra

extra("gymnasium", "orrery_fx.gym")
