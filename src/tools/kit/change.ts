import type { Failure } from '../../core/errors.ts';

export const changeKinds = ['commit', 'branch', 'tag', 'issue', 'pullRequest', 'release'] as const;

export interface ToolChange {
  readonly kind: (typeof changeKinds)[number];
  /** A sha, a name, a number or the name of a tag; undefined if the service did not tell it. */
  readonly id: string | undefined;
  /** The message or title. Untrusted text. */
  readonly title: string;
}

/** Something that a tool could not change, while the call changed the rest. */
export interface FailedToolChange extends ToolChange {
  readonly failure: Failure;
}
