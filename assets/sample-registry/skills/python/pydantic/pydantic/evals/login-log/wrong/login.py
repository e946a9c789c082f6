import logging

from pydantic import BaseModel, ValidationError


class Login(BaseModel):
    user: str
    password: str
    device: int


def parse(body):
    try:
        return Login.model_validate_json(body)
    except ValidationError as error:
        logging.warning("invalid login: %s", error)
        return None
