import logging

from pydantic import BaseModel, SecretStr, ValidationError


class Login(BaseModel):
    user: str
    password: SecretStr
    device: int


def parse(body):
    try:
        return Login.model_validate_json(body)
    except ValidationError as error:
        # The error's own text holds what was sent, the password too.
        for problem in error.errors(include_input=False, include_url=False, include_context=False):
            logging.warning("login refused: %s: %s", ".".join(map(str, problem["loc"])), problem["msg"])
        return None
