import assert from 'node:assert/strict';
import * as v from 'valibot';
import {
  date,
  flag,
  mapOf,
  number,
  numberValue,
  openEnum,
  text,
  time,
  word,
} from '../../../../src/api/record/decode.ts';

const read = <T>(schema: v.GenericSchema<unknown, T>, value: unknown): T => v.parse(schema, value);

describe('decoder of a field', () => {
  const cases: readonly [string, v.GenericSchema, readonly [unknown, unknown][]][] = [
    [
      'text',
      text,
      [
        ['a', 'a'],
        ['', ''],
        [7, '7'],
        [false, 'false'],
        [null, undefined],
        [{}, undefined],
        [Number.NaN, undefined],
      ],
    ],
    [
      'word',
      word,
      [
        ['a', 'a'],
        ['', undefined],
        [0, '0'],
        [[], undefined],
      ],
    ],
    [
      'number',
      number,
      [
        [1, 1],
        ['1.5', 1.5],
        ['', undefined],
        [' ', undefined],
        ['x', undefined],
        [true, undefined],
        [Infinity, undefined],
      ],
    ],
    [
      'flag',
      flag,
      [
        [true, true],
        [1, true],
        ['1', true],
        ['true', true],
        [0, false],
        ['0', false],
        ['false', false],
        ['', undefined],
        [2, undefined],
        ['yes', undefined],
      ],
    ],
    [
      'open enum',
      openEnum('a', 'b'),
      [
        ['a', 'a'],
        ['c', 'c'],
        [1, '1'],
        ['', undefined],
        [null, undefined],
      ],
    ],
    [
      'time',
      time,
      [
        ['2026-01-31T09:30:00+08:00', '2026-01-31T09:30:00+08:00'],
        ['2026-01-31T01:30:00.123Z', '2026-01-31T01:30:00.123Z'],
        ['2026-01-31T09:30:00+0800', '2026-01-31T01:30:00.000Z'],
        ['2026-01-31 01:30:00', '2026-01-31T01:30:00.000Z'],
        ['2026-01-31 01:30:00 UTC', '2026-01-31T01:30:00.000Z'],
        ['2026-01-31', '2026-01-31T00:00:00.000Z'],
        ['8/24/24 8:47 AM', '2024-08-24T08:47:00.000Z'],
        ['2026-02-30T25:00:00Z', undefined],
        ['Issue 1', undefined],
        ['', undefined],
        [1769823000, undefined],
        [null, undefined],
      ],
    ],
    [
      'date',
      date,
      [
        ['2026-01-31', '2026-01-31'],
        ['2026-01-31T09:30:00+08:00', '2026-01-31'],
        ['2026-13-31', undefined],
        ['', undefined],
        [7, undefined],
      ],
    ],
  ];
  for (const [name, schema, values] of cases) {
    it(`reads ${name}`, () => {
      for (const [given, wanted] of values) assert.equal(read(schema, given), wanted, JSON.stringify(given));
    });
  }

  it('reads a map', () => {
    const schema = mapOf(numberValue);
    assert.deepEqual(read(schema, { C: 60, Go: '39.5', x: 'much' }), { C: 60, Go: 39.5 });
    for (const empty of [{}, [], null]) assert.deepEqual(read(schema, empty), {});
    for (const other of [[1], 'x', 7]) assert.ok(!v.is(schema, other));
  });
});
