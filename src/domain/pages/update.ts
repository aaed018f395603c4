import type { RepositoryName } from '../hosts/address.ts';

/** A repository whose files relative links open. */
export interface LinkedRepository extends Pick<RepositoryName, 'owner' | 'repo'> {
  readonly webAddress: string;
}

/** Untrusted HTML: it stays text until the web view has sanitised it. */
export interface UntrustedHtml {
  readonly source: string;
  readonly repository: LinkedRepository;
  /** Whether its headings can be linked to and its pictures may be files of the repository. */
  readonly isDocument: boolean;
}

export interface SectionView {
  /** Written by the extension. It holds an empty `<template data-untrusted>` for each item of `untrusted`, in order. */
  readonly markup: string;
  readonly untrusted: readonly UntrustedHtml[];
  readonly busy: boolean;
}

/** A message to the web view: the changed sections, and whether the whole page failed. */
export interface PageUpdate {
  readonly failed: boolean;
  readonly sections: Readonly<Record<string, SectionView>>;
}

/** The address of the picture at `path` in the repository; undefined if there is no such picture. */
export interface PictureUpdate {
  readonly path: string;
  readonly picture: string | undefined;
}
