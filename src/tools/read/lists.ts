import { oneOf, optional } from '../../api/contract/field.ts';
import type { Release } from '../../api/record/release.ts';
import { isDraftRelease, isPreRelease, newestFirst } from '../../domain/releases/releases.ts';
import { parseCursor } from '../kit/cursor.ts';
import { cursorFields, placeFields } from '../kit/inputs.ts';
import { gather } from '../kit/output.ts';
import { openRepository } from '../kit/place.ts';
import { pageOf } from './pageRows.ts';
import { inBackground } from '../kit/services.ts';
import { readTool } from '../kit/tool.ts';

const fields = { ...placeFields, ...cursorFields };

export const listMilestones = readTool({
  name: 'sourcehost_list_milestones',
  title: 'List Milestones',
  description: 'Lists milestones with their number, state, due day and numbers of issues.',
  fields: { ...fields, state: optional(oneOf('open', 'closed', 'all')) },
  texts: { state: 'Default: open.' },
  async run(services, input, signal) {
    const { api, at, title } = await openRepository(services, input);
    const { state = 'open' } = input;
    const page = await pageOf(
      parseCursor(input.cursor).index,
      async (paging) => await api.milestones.list({ ...at, state, ...paging }, inBackground(signal)),
      ({ number, title: name = '', state: now = '', due_on: day, open_issues: open, closed_issues: closed }) =>
        [
          `${number} ${now} ${name}`,
          ...(day === undefined ? [] : [`due ${day}`]),
          ...(open === undefined ? [] : [`${open} open issues`]),
          ...(closed === undefined ? [] : [`${closed} closed issues`]),
        ].join('; '),
    );
    return { summary: `${page.entries.length} milestones of ${title} (${state})`, ...page };
  },
});

export const listReleases = readTool({
  name: 'sourcehost_list_releases',
  title: 'List Releases',
  description: 'Lists releases, newest first, with their notes and the names of their files.',
  fields,
  async run(services, input, signal) {
    const { api, at, title } = await openRepository(services, input);
    const { items } = await api.releases.list(at, inBackground(signal));
    const rows = newestFirst(items).flatMap(releaseLines);
    return {
      summary: `${items.length} releases of ${title}`,
      ...(await gather(rows, parseCursor(input.cursor).index)),
    };
  },
});

/** Without the addresses of the files, which can hold a credential. */
function releaseLines(release: Release): string[] {
  const { tag_name: tag, name = '', created_at: created, body = '', assets } = release;
  const kind = isDraftRelease(release) ? 'draft' : isPreRelease(release) ? 'pre-release' : 'release';
  const title = [`${kind} ${tag}`, name, created ?? ''].filter((part) => part !== '').join('; ');
  const files = assets.filter(({ type }) => type !== 'source').map((asset) => `file: ${asset.name}`);
  // Indented, so that no line looks like another release.
  const notes = body.trimEnd() === '' ? [] : body.trimEnd().split(/\r\n|\r|\n/);
  return [title, ...notes.map((line) => `  ${line}`), ...files];
}

export const listMembers = readTool({
  name: 'sourcehost_list_members',
  title: 'List Members',
  description: 'Lists the members of a repository with their login and role. Only a member can be an assignee.',
  fields,
  async run(services, input, signal) {
    const { api, at, title } = await openRepository(services, input);
    const page = await pageOf(
      parseCursor(input.cursor).index,
      async (paging) => await api.members.list({ ...at, ...paging }, inBackground(signal)),
      ({ login, name = '', role_name: role, permission }) =>
        [login, name === login ? '' : name, role ?? permission ?? ''].filter((part) => part !== '').join('; '),
    );
    return { summary: `${page.entries.length} members of ${title}`, ...page };
  },
});
