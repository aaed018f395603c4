import { name, oneOf, optional, text } from '../../api/contract/field.ts';
import { Failure, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { refNameProblem } from '../../domain/objects/gitNames.ts';
import { createBranch, createTag } from '../../domain/refs/newRefs.ts';
import { quotedName } from '../kit/fence.ts';
import { hasRef, openCommit, openForChange } from '../kit/place.ts';
import { added, refFields, remoteTool } from '../kit/tool.ts';

export const createRef = remoteTool({
  name: 'sourcehost_create_ref',
  title: 'Create Branch or Tag',
  description: 'Creates a branch or tag at the latest commit of ref.',
  fields: { ...refFields, type: oneOf('branch', 'tag'), name, message: optional(text) },
  texts: { message: 'Of a tag.' },
  async preview(services, input, signal) {
    if (refNameProblem(input.name) !== undefined) throw wrongValue('name', requires('valid'));
    const place = await openForChange(services, input);
    const opened = await openCommit(services, input, signal, { isLatest: true });
    if (await hasRef(services, input, { kind: input.type, name: input.name }, signal))
      throw new Failure('conflict', 'the ref exists already', {
        field: 'name',
        reason: 'refExists',
        about: [input.name],
      });
    const fields = [
      ...added(input.type === 'branch' ? 'newBranch' : 'newTag', input.name),
      ...added('commit', `${opened.name}, commit ${opened.commit}`),
      ...added('tagMessage', input.message),
    ];
    const refs = opened.commit;
    return {
      repository: opened.repository,
      branch: input.type === 'branch' ? input.name : undefined,
      fields,
      diffs: [],
      async send(sending) {
        const create = input.type === 'branch' ? createBranch : createTag;
        await create(place, { refs, name: input.name, message: input.message }, { signal: sending, again: true });
        const summary = `The ${input.type} ${quotedName(input.name)} of ${place.title} is created at ${refs}`;
        return { summary, entries: [], changes: [{ kind: input.type, id: input.name, title: input.name }] };
      },
    };
  },
});
