/** Shorter parts of a secret are ordinary text. */
const shortestPart = 6;

/**
 * `text` with `mark` in place of each secret, also of one that was cut: its beginning before `…` or at the end of the
 * text, and its end at the beginning of the text.
 */
export function withoutSecrets(text: string, secrets: Iterable<string>, mark: string): string {
  // If a secret begins another secret, replacing the short one first would leave the rest of the long one.
  const longestFirst = [...secrets].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((clean, secret) => withoutParts(clean.replaceAll(secret, mark), secret, mark), text);
}

function withoutParts(text: string, secret: string, mark: string): string {
  const ends = text.split('…').map((part) => {
    const length = lengths(secret).find((count) => part.endsWith(secret.slice(0, count)));
    return length === undefined ? part : `${part.slice(0, -length)}${mark}`;
  });
  const clean = ends.join('…');
  const length = lengths(secret).find((count) => clean.startsWith(secret.slice(-count)));
  return length === undefined ? clean : `${mark}${clean.slice(length)}`;
}

const lengths = (secret: string): number[] =>
  Array.from({ length: Math.max(0, secret.length - shortestPart) }, (_, index) => secret.length - 1 - index);
