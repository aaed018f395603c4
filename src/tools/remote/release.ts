import { name as refName, oneOf, optional, text } from '../../api/contract/field.ts';
import { Failure, throwIfCancelled, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { scopeAt } from '../../domain/documents/kinds/kind.ts';
import { releaseCreation } from '../../domain/documents/kinds/release.ts';
import { createOnce } from '../../domain/hosts/creations.ts';
import { refNameProblem } from '../../domain/objects/gitNames.ts';
import { webAddress } from '../../domain/hosts/webAddress.ts';
import { pageRow, quotedName } from '../kit/fence.ts';
import { hasRef, inBackground, namedBy, openCommit, openForChange, type ToolRepository } from '../kit/place.ts';
import { added, placeFields, remoteTool } from '../kit/tool.ts';

export const createRelease = remoteTool({
  name: 'sourcehost_create_release',
  title: 'Create Release',
  description: 'Creates a release.',
  fields: {
    ...placeFields,
    tag_name: refName,
    name: refName,
    body: text,
    target_commitish: optional(refName),
    release_status: optional(oneOf('pre', 'latest')),
  },
  texts: {
    tag_name: 'Created if missing.',
    name: 'The title.',
    body: 'Markdown.',
    target_commitish: 'Of a new tag. Default: the default branch.',
  },
  async preview(services, { repository, host, target_commitish: targetInput, ...release }, signal) {
    if (refNameProblem(release.tag_name) !== undefined) throw wrongValue('tag_name', requires('valid'));
    const place = await openForChange(services, { repository, host });
    const { api, at, connection, name, title } = place;
    const { tag_name: tag } = release;
    await demandNew(place, tag, signal);
    const hasTag = await hasRef(services, { repository, host }, { kind: 'tag', name: tag }, signal);
    if (hasTag && targetInput !== undefined)
      throw wrongValue('target_commitish', requires('alone', 'a tag that exists'));
    const ref = hasTag
      ? undefined
      : (targetInput ?? (await api.repositories.get(at, inBackground(signal))).default_branch);
    const input = { repository, host, ref };
    const target =
      ref === undefined
        ? undefined
        : await openCommit(services, input, signal, { isLatest: true }).catch(namedBy('target_commitish'));
    const fields = [
      ...added('tag', tag),
      ...added('newRelease', release.name),
      ...added('releaseNotes', release.body),
      ...added('target', target && `${target.name}, commit ${target.commit}`),
      ...added('status', release.release_status),
    ];
    return {
      repository: name,
      fields,
      diffs: [],
      async send(sending) {
        const inputs = { ...release, target_commitish: target?.commit };
        const creation = releaseCreation(scopeAt(connection, name), inputs, { signal: sending });
        await createOnce(creation, { again: true });
        const summary = `The release ${quotedName(tag)} of ${title} is created`;
        const entries = pageRow({ html_url: webAddress(connection.host, name, 'releases', tag) });
        return { summary, entries, changes: [{ kind: 'release', id: tag, title: release.name }] };
      },
    };
  },
});

/** @throws Failure `conflict` if the host says that the tag has a release */
async function demandNew({ api, at }: ToolRepository, tag: string, signal: AbortSignal): Promise<void> {
  const found = await api.releases.byTag({ ...at, tag }, inBackground(signal)).catch(() => undefined);
  throwIfCancelled(signal);
  if (found !== undefined)
    throw new Failure('conflict', 'the release exists already', {
      field: 'tag_name',
      reason: 'refExists',
      about: [tag],
    });
}
