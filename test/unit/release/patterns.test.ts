import assert from 'node:assert/strict';
import { createContext, Script } from 'node:vm';
import { patternsOfSource } from '../../../scripts/patterns/source.ts';

/** The characters that a pattern names, and one of each character class. */
function alphabet(source: string): string[] {
  const named = source.replaceAll(/\\u[\da-f]{4}|\\[a-z]|[\^$()|?*+{}\\[\]]/gi, '');
  return [...new Set(Array.from(`${named}a0 \n\t-_./<:"'#@\\中`))];
}

/** Texts of about `length` characters that provoke backtracking. */
function* attacks(source: string, length: number): Generator<string> {
  const chars = alphabet(source);
  const words = [...source.matchAll(/[\w -]{2,}/g)].map(([word]) => word);
  const pumps = [...chars, ...chars.slice(0, 8).map((char) => `a${char}`), ...words, '0a', 'a ', '\n ', '<a ', '<!--'];
  for (const pump of new Set(pumps)) {
    const long = pump.repeat(Math.ceil(length / pump.length));
    for (const start of ['', 'x', ...words.slice(0, 2)]) yield `${start}${long}\u0001`;
  }
}

describe('regular expressions of the sources', () => {
  it('match hostile texts of 30,000 characters in linear time', function () {
    this.timeout(120_000);
    const context = createContext({ pattern: /x/, text: '' });
    const match = new Script('pattern.lastIndex = 0; text.match(pattern); undefined');
    /** Processor time in milliseconds, which does not depend on other processes. */
    const took = (pattern: RegExp, text: string): number => {
      Object.assign(context, { pattern, text });
      const started = process.cpuUsage();
      try {
        match.runInContext(context, { timeout: 2_000 });
      } catch {
        // The match was aborted, so its time is above the limit.
      }
      return process.cpuUsage(started).user / 1000;
    };
    const all = patternsOfSource().literals;
    assert.ok(all.length > 200, `only ${all.length} patterns were found`);
    const slow: string[] = [];
    // Without a repetition, the time has a constant limit.
    const repeating = all.filter(({ source }) => /[*+]|\{\d+,/.test(source));
    for (const { name, source, flags } of new Map(
      repeating.map((each) => [`/${each.source}/${each.flags}`, each]),
    ).values()) {
      const pattern = new RegExp(source, flags);
      for (const text of attacks(source, 30_000)) {
        // Linear time is far below a millisecond, quadratic time some hundred. One slow run may be chance.
        if (took(pattern, text) < 100 || took(pattern, text) < 100) continue;
        slow.push(`${name} for ${JSON.stringify(text.slice(0, 40))}…`);
        break;
      }
    }
    assert.deepEqual(slow, []);
  });
});
