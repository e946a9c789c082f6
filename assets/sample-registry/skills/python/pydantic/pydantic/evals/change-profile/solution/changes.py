from pydantic import BaseModel, ConfigDict


class Change(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = ""
    phone: str | None = None
    newsletter: bool = False


def apply(stored, body):
    change = Change.model_validate_json(body)
    return stored | change.model_dump(exclude_unset=True)  # the defaults stand for what wasn't sent
