import assert from 'node:assert/strict';
import { encodeLog, lastLines, writeLog } from '../../../../src/domain/runs/logText.ts';
import { referencesIn } from '../../../../src/domain/runs/logReferences.ts';
import { terminalLine } from '../../../../src/domain/runs/terminalText.ts';
import { longestTurn } from '../../../editor/kit/longestTurn.ts';
import type { RunJob } from '../../../../src/api/record/run.ts';
import { budget, withinLeast } from '../../../budgets.ts';

const esc = '\u001b';

describe('terminalLine', () => {
  for (const [given, text, parts] of [
    ['plain\ttext', 'plain\ttext', []],
    [`${esc}[31mred${esc}[0m not`, 'red not', [[0, 3, '31']]],
    [
      `a ${esc}[1;32mbold${esc}[22m green${esc}[m`,
      'a bold green',
      [
        [2, 6, '1;32'],
        [6, 12, '1;32;22'],
      ],
    ],
    ['50 %\r100 %', '100 %', []],
    ['12345\rab', 'ab345', []],
    [`12345\r${esc}[Kab`, 'ab', []],
    [`${esc}]8;;https://x.test${esc}\\link${esc}]8;;${esc}\\`, 'link', []],
    [`${esc}[38;5;0mblack`, 'black', [[0, 5, '38;5;0']]],
    ['ends\r', 'ends', []],
    ['be\u0007ll', 'bell', []],
  ] as const)
    it(`shows ${JSON.stringify(given)}`, () => {
      const line = terminalLine(given);
      assert.deepEqual([line.text, line.parts.map(({ start, end, style }) => [start, end, style])], [text, parts]);
    });
});

describe('writeLog', () => {
  const stamp = (time: string): string => `[2026/07/24 ${time} GMT+08:00]`;
  const step = (sequence: number, name: string, status: string) => ({ sequence, name, status });
  const job = {
    steps: [step(0, '初始化', 'COMPLETED'), step(1, 'test', 'FAILED'), step(2, 'late', 'IGNORED')],
  } as unknown as RunJob;
  const logs = [
    { sequence: 0, name: '\ufffd', parts: [`${stamp('17:24:10.685')} [INFO] be`, `gin\n\n`], omitted: 0 },
    {
      sequence: 1,
      name: 'test',
      parts: [`${stamp('17:24:11.001')} [INFO] ${esc}[31m10 %\r20 %${esc}[0m\n\nno time\n`],
      omitted: 0,
    },
    { sequence: 2, name: 'late', parts: ['\n'], omitted: 9 },
  ];

  it('writes steps with headings, times apart, colours and carriage returns', async () => {
    const log = await writeLog(job, logs, String);
    assert.deepEqual(log.lines, [
      '▸ 0 初始化 · COMPLETED',
      '[INFO] begin',
      '▸ 1 test · FAILED',
      '[INFO] 20 %',
      '',
      'no time',
      '▸ 2 late · IGNORED',
      '9',
    ]);
    assert.equal(new TextDecoder().decode(await encodeLog(log)), log.lines.map((line) => `${line}\n`).join(''));
    assert.deepEqual(
      [...log.times],
      [
        [1, '17:24:10.685'],
        [3, '17:24:11.001'],
      ],
    );
    assert.deepEqual([...log.styles], [[3, [{ start: 7, end: 11, style: '31' }]]]);
    assert.deepEqual([log.failed?.name, log.failed?.line, log.failed?.end], ['test', 2, 5]);
    assert.deepEqual(lastLines(log, log.failed!, 2), ['', 'no time']);
    assert.deepEqual(lastLines(log, log.failed!, 100), ['[INFO] 20 %', '', 'no time']);
  });
});

describe('a large log', () => {
  for (const [title, line] of [
    ['of many lines', '[2026/07/24 17:24:10.685 GMT+08:00] [INFO] \u001b[32mpassed\u001b[0m a line of usual length\n'],
    ['of one line', 'x'.repeat(60)],
  ] as const)
    it(`${title} is shown in short turns`, async () => {
      const parts = Array.from({ length: 300 }, () => line.repeat(1_000));
      await withinLeast(budget.times.turn, () =>
        longestTurn(async () => {
          const log = await writeLog(undefined, [{ sequence: 1, name: 'a', parts, omitted: 0 }], String);
          assert.ok((await encodeLog(log)).length > 10_000_000);
        }),
      );
    }).timeout(60_000);
});

describe('referencesIn', () => {
  for (const [text, found] of [
    ['src/a.ts:3: expected', ['src/a.ts:3']],
    ['at run (./src/b.test.ts:10:4)', ['src/b.test.ts:10']],
    ['/home/runner/work/website/src/c.ts:7', ['src/c.ts:7']],
    ['src/d.ts(5,2): error TS1', ['src/d.ts:5']],
    ['文档/指南.md:2', ['文档/指南.md:2']],
    ['https://x.test/a.ts:80 ../up.ts:1 /etc/passwd.d:1 12:30 host.example:0', []],
  ] as const)
    it(`finds ${found.join(', ') || 'nothing'}`, () => {
      const references = referencesIn(text, 'website');
      assert.deepEqual(
        references.map(({ path, line }) => `${path}:${line}`),
        found,
      );
      for (const { start, line, end } of references) assert.ok(text.slice(start, end).includes(String(line)));
    });
});
