import { hostileText } from '../shapes.ts';
import type { Issue, Repository, State } from '../state.ts';
import { pick, randomFrom } from './random.ts';

const day = 86_400_000;

const subjects: readonly (readonly [title: string, body: string])[] = [
  [
    'Menu does not close with Escape',
    'Open the menu and press <kbd>Esc</kbd>: nothing happens.\n\n1. Open it\n2. Press the key\n\n**Expected:** it closes.',
  ],
  [
    'Search finds nothing in titles',
    'Words that only stand in a title are not found.\n\n```ts\nsearch("Guide"); // []\n```',
  ],
  [
    'Contrast of links is too low',
    'Measured 3.1 : 1, should be 4.5 : 1.\n\n| place | ratio |\n|---|--:|\n| footer | 3.1 |\n| menu | 3.4 |',
  ],
  ['夜间模式下表格看不清', '深色主题中表格边框几乎不可见。\n\n- 浏览器：任意\n- 系统：任意'],
  ['Print leaves out pictures', 'Since #3 pictures are missing on paper. See ![example](assets/logo.png)'],
  ['图库页面加载缓慢', '打开图库需要五秒以上，希望加入懒加载。'],
  [
    'Add an outline to long pages',
    'A list of headings beside the text would help.\n\n- [ ] design\n- [ ] keyboard\n- [x] ask people',
  ],
  ['Contact form sends twice', 'A double click sends the form twice. Related: #12'],
  ['文档缺少安装说明', '请在《指南》中补充安装步骤。'],
  ['Share button has no label', 'Screen readers say “button”. It needs an accessible name.'],
];

const replies = [
  'I can reproduce this.',
  '同样的问题，等待修复。',
  'Fixed in `develop`, please try again.\n\n> It needs an accessible name.\n\nIt has one now.',
  '👍',
  'Which browser is that?',
  'See https://example.org/wcag and @bob’s note.',
];

const labels: readonly (readonly [name: string, color: string, description: string])[] = [
  ['bug', '#d73a4a', 'Something is broken'],
  ['enhancement', '#a2eeef', 'Something new, or better than before'],
  ['documentation', '#0075ca', ''],
  ['good first issue', '#7057ff', 'Small, and explained step by step'],
  ['无障碍', '#fbca04', '键盘、读屏与对比度'],
  ['性能', '#1d1d1d', '太慢，或占用过多'],
  ['question', '#ffffff', ''],
];

/** The day `days` from `now`, as `2026-01-31`. */
const dayFrom = (now: number, days: number): string => new Date(now + days * day).toISOString().slice(0, 10);

function addMilestones(state: State, repository: Repository, now: number): number[] {
  const plans = [
    ['Version 2.0', 'Search, outline and print.', 40, 'open'],
    ['Version 1.2', 'Overdue, as things go.', -12, 'open'],
    ['第三季度', '改进性能与无障碍。', 75, 'open'],
    ['Version 1.1', 'Done.', -120, 'closed'],
  ] as const;
  return plans.map(([title, description, due, milestoneState], at) => {
    const number = state.nextId();
    const created = now - (200 - at * 20) * day;
    repository.milestones.set(number, {
      number,
      index: at + 1,
      title,
      description,
      due: dayFrom(now, due),
      state: milestoneState,
      created,
      updated: created,
    });
    return number;
  });
}

/** A milestone without a due date, as the web pages of the live service create it. */
export function addMilestoneWithoutDay(state: State, { milestones }: Repository, now: number): void {
  const number = state.nextId();
  const index = milestones.size + 1;
  const [created, title, description] = [now - 5 * day, '以后', '没有截止日期'];
  milestones.set(number, {
    number,
    index,
    title,
    description,
    due: undefined,
    state: 'open',
    created,
    updated: created,
  });
}

/** Labels, milestones and `count` issues with comments, in English and Chinese; some are hostile, private or huge. */
export function addIssues(state: State, repository: Repository, now: number, count: number): void {
  const random = randomFrom(repository.path.length * 97 + count);
  for (const [name, color, description] of labels)
    repository.labels.set(name, { id: state.nextId(), name, color, description });
  const milestones = addMilestones(state, repository, now);
  const people = ['alice', 'bob', 'carol', 'xiaoming', 'erik'];
  const names = labels.map(([name]) => name);
  for (let number = 1; number <= count; number += 1) {
    const [title, body] = subjects[number % subjects.length] ?? ['', ''];
    const round = Math.floor(number / subjects.length);
    const created = now - (count - number + 1) * (300 / count) * day;
    const closed = random() < 0.4;
    const updated = Math.min(now, created + random() * 10 * day);
    const comments = Array.from({ length: Math.floor(random() * 5) }, (_, at) => ({
      id: state.nextId(),
      author: pick(random, people),
      body: pick(random, replies),
      created: Math.min(now, created + (at + 1) * 3_600_000),
    }));
    const issue: Issue = {
      id: state.nextId(),
      number,
      title: round === 0 ? title : `${title} (${round + 1})`,
      body,
      state: closed ? 'closed' : 'opened',
      author: pick(random, people),
      assignee: random() < 0.5 ? pick(random, people) : undefined,
      milestone: random() < 0.6 ? pick(random, milestones) : undefined,
      labels: names.filter(() => random() < 0.25),
      private: false,
      priority: Math.floor(random() * 5),
      type: pick(random, ['Bug', '需求', '任务']),
      severity: pick(random, ['Major', 'Minor', 'Critical']),
      created,
      updated,
      finished: closed ? updated : undefined,
      comments,
    };
    repository.issues.set(number, issue);
  }
}

/** Changes some of the issues to unusual values for the views. */
export function addOddIssues(repository: Repository): void {
  const change = (number: number, what: Partial<Issue>): void => {
    const issue = repository.issues.get(number);
    if (issue !== undefined) Object.assign(issue, what);
  };
  change(7, {
    title: hostileText,
    body: `${hostileText}\n\n<iframe src="https://example.org"></iframe>\n\n[link](javascript:alert(1)) ![x](https://example.org/track.png)\n`,
  });
  change(8, { body: '' });
  change(9, { private: true, title: 'A private issue' });
  change(10, { body: `A long one.\n\n${'Lorem ipsum dolor sit amet. '.repeat(4000)}` });
  change(11, { title: `A very long title ${'that goes on and on '.repeat(12)}` });
  change(12, {
    body: '---\ntitle: looks like front matter\n---\n\n<!-- comments below are not saved -->\n\nText that looks like a document of the editor.\r\nWith CRLF.\r\n',
  });
  change(13, { labels: ['bug', 'enhancement', 'documentation', 'good first issue', '无障碍', '性能', 'question'] });
}
