import { oneOf, optional } from '../../api/contract/field.ts';
import type { Milestone } from '../../api/record/issue.ts';
import type { Collaborator } from '../../api/record/member.ts';
import type { Release } from '../../api/record/release.ts';
import { oneLine } from '../../core/text.ts';
import { isDraftRelease, isPreRelease, newestFirst } from '../../domain/releases/releases.ts';
import { gatherRecords } from '../kit/output.ts';
import { inBackground, openRepository } from '../kit/place.ts';
import { indented } from '../kit/fence.ts';
import { pageOf } from './pageRows.ts';
import { cursorFields, placeFields, readTool } from '../kit/tool.ts';

const fields = { ...placeFields, ...cursorFields };

export const listMilestones = readTool({
  name: 'sourcehost_list_milestones',
  title: 'List Milestones',
  description: 'Lists milestones with their numbers of issues.',
  fields: { ...fields, state: optional(oneOf('open', 'closed', 'all')) },
  texts: { state: 'Default: open.' },
  record: ['number', 'state', 'title', 'due', 'open_issues', 'closed_issues'],
  async run(services, input, signal) {
    const { api, at, title } = await openRepository(services, input);
    const { state = 'open' } = input;
    const page = await pageOf(
      input.cursor,
      async (paging) => await api.milestones.list({ ...at, state, ...paging }, inBackground(signal)),
      milestoneRow,
      milestoneRecord,
    );
    return { summary: `${page.entries.length} milestones of ${title} (${state})`, ...page };
  },
});

const milestoneRecord = ({ number, state = '', title = '', due_on: due = '', ...issues }: Milestone) => ({
  number,
  state,
  title,
  due,
  open_issues: `${issues.open_issues ?? ''}`,
  closed_issues: `${issues.closed_issues ?? ''}`,
});

function milestoneRow(milestone: Milestone): string {
  const { number, state, title, due, open_issues: open, closed_issues: closed } = milestoneRecord(milestone);
  return [
    `${number} ${state} ${title}`,
    ...(due === '' ? [] : [`due ${due}`]),
    ...(open === '' ? [] : [`${open} open issues`]),
    ...(closed === '' ? [] : [`${closed} closed issues`]),
  ].join('; ');
}

export const listReleases = readTool({
  name: 'sourcehost_list_releases',
  title: 'List Releases',
  description: 'Lists releases with notes and files, newest first.',
  fields,
  record: ['tag', 'name', 'kind', 'created', 'notes', 'files'],
  async run(services, input, signal) {
    const { api, at, title } = await openRepository(services, input);
    const { items } = await api.releases.list(at, inBackground(signal));
    const rows = { row: releaseRow, record: releaseRecord };
    const page = await gatherRecords(newestFirst(items), input.cursor, rows);
    return { summary: `${items.length} releases of ${title}`, ...page };
  },
});

/** Characters of the notes in a record. The text has all of them. */
const longestNotes = 500;

const filesOf = ({ assets }: Release): string[] =>
  assets.filter(({ type }) => type !== 'source').map((asset) => asset.name);

/** Without the addresses of the files, which can hold a credential. */
const releaseRecord = (release: Release) => ({
  tag: release.tag_name,
  name: release.name ?? '',
  kind: isDraftRelease(release) ? 'draft' : isPreRelease(release) ? 'pre-release' : 'release',
  created: release.created_at ?? '',
  notes: oneLine(release.body ?? '', longestNotes),
  files: filesOf(release).join(', '),
});

function releaseRow(release: Release): string {
  const { tag, name, kind, created } = releaseRecord(release);
  const title = [`${kind} ${tag}`, name, created].filter((part) => part !== '').join('; ');
  const files = filesOf(release).map((file) => `file: ${file}`);
  // Indented, so that no line looks like another release.
  return [title, ...indented((release.body ?? '').trimEnd()), ...files].join('\n');
}

export const listMembers = readTool({
  name: 'sourcehost_list_members',
  title: 'List Members',
  description: 'Lists members. Only they can be assignees.',
  fields,
  record: ['login', 'name', 'role'],
  async run(services, input, signal) {
    const { api, at, title } = await openRepository(services, input);
    const page = await pageOf(
      input.cursor,
      async (paging) => await api.members.list({ ...at, ...paging }, inBackground(signal)),
      (member) => {
        const { login, name, role } = memberRecord(member);
        return [login, name === login ? '' : name, role].filter((part) => part !== '').join('; ');
      },
      memberRecord,
    );
    return { summary: `${page.entries.length} members of ${title}`, ...page };
  },
});

const memberRecord = ({ login, name = '', role_name: role, permission }: Collaborator) => ({
  login,
  name,
  role: role ?? permission ?? '',
});
