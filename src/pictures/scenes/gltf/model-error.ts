/** A model that cannot be drawn. The message is one line and begins with the file's path. */
export class ModelError extends Error {
  readonly path: string;
  constructor(path: string, message: string, options?: ErrorOptions) {
    super(`${path}: ${message}`, options);
    this.name = 'ModelError';
    this.path = path;
  }
}
