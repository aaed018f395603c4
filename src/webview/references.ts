import { referencesIn } from '../domain/documents/assist/references.ts';
import { linkAttributes, type LinkTarget } from '../domain/pages/link.ts';
import type { LinkedRepository } from '../domain/pages/update.ts';
import { textsIn } from './dom.ts';

/** A commit: at least one digit and one letter, so that no word and no number is one. */
const commit = /(?<![\p{L}\p{N}_/&#@.=-])(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,40}(?![\p{L}\p{N}_/=-])/gu;

/** Makes links of `#12`, `!45`, `@login` and shas in texts, but not in links and code. */
export function linkReferences(fragment: DocumentFragment, repository: LinkedRepository): void {
  for (const text of [...textsIn(fragment)])
    if (text.parentElement?.closest('a, code, pre, summary') == null) linkIn(text, repository);
}

function linkIn(text: Text, repository: LinkedRepository): void {
  const { data, ownerDocument } = text;
  const references = referencesIn(data).map(({ kind, name, from, to }) => ({
    from,
    to,
    target: targetOf(kind, name, repository),
  }));
  const commits = [...data.matchAll(commit)].map(({ 0: sha, index }) => ({
    from: index,
    to: index + sha.length,
    target: { href: `${repository.webAddress}/commit/${sha}` },
  }));
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const { from, to, target } of [...references, ...commits].sort((one, other) => one.from - other.from)) {
    if (from < at) continue;
    const link = ownerDocument.createElement('a');
    for (const [name, value] of linkAttributes(target)) link.setAttribute(name, value);
    link.append(data.slice(from, to));
    parts.push(data.slice(at, from), link);
    at = to;
  }
  if (parts.length > 0) text.replaceWith(...parts, data.slice(at));
}

function targetOf(kind: 'issue' | 'pullRequest' | 'person', name: string, repository: LinkedRepository): LinkTarget {
  const { webAddress, owner, repo } = repository;
  switch (kind) {
    case 'issue':
      return { href: `${webAddress}/issues/${name}`, action: { action: 'issue', number: name } };
    case 'pullRequest':
      return { href: `${webAddress}/merge_requests/${name}`, action: { action: 'pullRequest', number: name } };
    case 'person': {
      const web = webAddress.slice(0, -`/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`.length);
      return { href: `${web}/${encodeURIComponent(name)}`, action: { action: 'user', username: name } };
    }
  }
}
