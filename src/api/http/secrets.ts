import { Failure, messageOf } from '../../core/errors.ts';

/** Shorter ones are no secrets, and would tear holes into every text. */
const shortest = 6;

/** What must not leave a call: the tokens, codes and passwords that it sent. */
export class SentSecrets {
  readonly #values = new Set<string>();

  /** Keeps a token. Refuses one that no header can carry: a transport would repeat it in its error. */
  sendable<T extends string | undefined>(token: T): T {
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new Failure('signedOut', 'the token holds characters that cannot be sent', {
        reason: 'unusableToken',
      });
    this.keep(token);
    return token;
  }

  /** From now on `secret` is removed. */
  keep(secret: string | undefined): void {
    if (secret !== undefined && secret.length >= shortest) this.#values.add(secret);
  }

  /** The same failure where it tells no secret, else one without it and without its cause. */
  removedFrom(failure: Failure): Failure {
    const { message, serverMessage, traceId, field, about = [], requirement, stack } = failure;
    const values = requirement?.values ?? [];
    const texts = [message, serverMessage, traceId, field, ...about, ...values, causesOf(failure), stack];
    if (!texts.some((text) => text !== undefined && this.#tells(text))) return failure;
    const clean = (text: string | undefined): string | undefined => text && this.without(text);
    return failure.with({
      message: this.without(message),
      serverMessage: clean(serverMessage),
      traceId: clean(traceId),
      field: clean(field),
      about: failure.about?.map((name) => this.without(name)),
      requirement: requirement && { ...requirement, values: values.map((value) => this.without(value)) },
      cause: undefined,
    });
  }

  /** `text` with `…` in place of each secret. */
  without(text: string): string {
    let clean = text;
    for (const secret of this.#values) clean = clean.replaceAll(secret, '…');
    return clean;
  }

  #tells(text: string): boolean {
    return [...this.#values].some((secret) => text.includes(secret));
  }
}

function causesOf(error: Error): string {
  const texts: string[] = [];
  for (let cause = error.cause, depth = 0; cause !== undefined && depth < 5; depth += 1) {
    texts.push(messageOf(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return texts.join('\n');
}
