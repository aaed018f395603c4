import type { RepositoryName } from '../hosting/address.ts';

/** A repository whose files relative links open. */
export interface LinkedRepository extends Pick<RepositoryName, 'owner' | 'repo'> {
  /** Of the repository at its host. */
  readonly webAddress: string;
}

/** HTML that anybody may have written: text until the web view has sanitised it. */
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

/** What the document is told: the sections that changed, and whether the page as a whole could not be shown. */
export interface PageUpdate {
  readonly failed: boolean;
  readonly sections: Readonly<Record<string, SectionView>>;
}

/** The picture of the repository at `path` as an address; undefined where there is none. */
export interface PictureUpdate {
  readonly path: string;
  readonly picture: string | undefined;
}
