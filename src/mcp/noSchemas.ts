/** What the bundle has in place of the validator of the SDK, which only checks forms that a server sends to users. */
export class AjvJsonSchemaValidator {
  getValidator(): never {
    throw new Error('Starbox sends no forms to users, so it has no validator for them.');
  }
}
