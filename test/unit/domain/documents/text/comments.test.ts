import assert from 'node:assert/strict';
import {
  headingLines,
  writeComments,
  type DocumentComment,
} from '../../../../../src/domain/documents/text/comments.ts';

const comment = (id: string, text: string): DocumentComment => ({
  id,
  isOwn: false,
  author: 'cy',
  created: '2026-01-31T09:30:00+08:00',
  edited: false,
  text,
});

describe('headingLines', () => {
  const comments = [
    comment('1', 'One\r\n\r\n## cy · 2026-01-31 09:30 +08:00\r\n'),
    comment('2', 'Same'),
    comment('3', 'Same'),
  ];
  const text = `---\ntitle: t\n---\n\nBody\n\n${writeComments(comments)}`;
  const headings = (now: string): object =>
    Object.fromEntries([...headingLines(now, comments)].map(([{ id }, line]) => [id, line]));

  it('finds each comment, also with equal texts and with a text that looks like a heading', () => {
    assert.deepEqual(headings(text), { 1: 8, 2: 14, 3: 18 });
    for (const line of [8, 14, 18]) assert.match(text.split('\n')[line] ?? '', /^## cy/);
  });

  it('finds them after the editor changed the line endings, and leaves out a comment whose text was changed', () => {
    assert.deepEqual(headings(text.replaceAll(/\r?\n/g, '\r\n')), { 1: 8, 2: 14, 3: 18 });
    assert.deepEqual(headings(text.replace('Same', 'Other')), { 1: 8, 2: 18 });
  });
});
