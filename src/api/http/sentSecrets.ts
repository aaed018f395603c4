import { Failure, messageOf } from '../../core/errors.ts';
import { withoutSecrets } from '../../core/withoutSecrets.ts';

/** Shorter values are not treated as secrets: removing them would damage ordinary text. */
const shortest = 6;

/** The tokens, codes and passwords that a call has sent. They are removed from its failures and log lines. */
export class SentSecrets {
  readonly #values = new Set<string>();

  /** Registers `token` as a secret. @throws Failure `signedOut` if no header can have it: a transport would repeat it */
  sendable<T extends string | undefined>(token: T): T {
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new Failure('signedOut', 'the token holds characters that cannot be sent', {
        reason: 'unusableToken',
      });
    this.keep(token);
    return token;
  }

  keep(secret: string | undefined): void {
    if (secret !== undefined && secret.length >= shortest) this.#values.add(secret);
  }

  /** `failure` if it contains no secret; otherwise a copy without the secret and without the cause. */
  removedFrom(failure: Failure): Failure {
    const { message, serverMessage, traceId, field, about = [], requirement, stack } = failure;
    const values = requirement?.values ?? [];
    const texts = [message, serverMessage, traceId, field, ...about, ...values, causesOf(failure), stack];
    if (!texts.some((text) => text !== undefined && this.#hasSecret(text))) return failure;
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

  /** `text` with each secret replaced by `…`, also one that was cut. */
  without(text: string): string {
    return withoutSecrets(text, this.#values, '…');
  }

  #hasSecret(text: string): boolean {
    return this.without(text) !== text;
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
