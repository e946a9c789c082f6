from pydantic import BaseModel


class Change(BaseModel):
    name: str | None = None
    phone: str | None = None
    newsletter: bool | None = None


def apply(stored, body):
    change = Change.model_validate_json(body)
    return {**stored, **change.model_dump()}
