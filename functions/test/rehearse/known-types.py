"""The types of resources that moto's CloudFormation creates, as JSON."""
import importlib
import json
import pkgutil

import identities  # noqa: F401
import moto
from moto.cloudformation.parsing import NULL_MODELS, get_model_map

for found in pkgutil.iter_modules(moto.__path__):
    try:
        importlib.import_module(f"moto.{found.name}.models")
    except ImportError:
        pass
print(json.dumps(sorted({*get_model_map(), *NULL_MODELS})))
