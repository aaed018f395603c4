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
  /** Whose tasks the reader may tick: the id of a comment, or `''` for the description. Undefined: nobody's. */
  readonly tasksOf?: string | undefined;
}

export interface Markup {
  /** Written by the extension. It holds an empty `<template data-untrusted>` for each item of `untrusted`, in order. */
  readonly markup: string;
  readonly untrusted: readonly UntrustedHtml[];
}

export interface SectionView extends Markup {
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

/** What a typed sign completes. `insert` takes the place of the sign and the word after it. */
export interface TypedCompletion {
  readonly label: string;
  readonly detail: string;
  readonly insert: string;
}

/** A message about the conversation of a page. Each field is one news. */
export interface TalkUpdate {
  readonly talk: {
    /** The keys of all entries, in order. Entries that are not here are removed. */
    readonly order?: readonly string[];
    /** New and changed entries, by their key. */
    readonly entries?: Readonly<Record<string, Markup>>;
    /** Every entry was sent. */
    readonly isWhole?: boolean;
    /** The account changed: every typed text is taken away. They stay stored. */
    readonly isReset?: true;
    /** Typed texts that the host does not have yet, by the id of their draft. */
    readonly drafts?: Readonly<Record<string, string>>;
    /** Whether something can be written. `refusal`: why not. `attaches`: the host takes files. */
    readonly writing?: { readonly refusal?: Markup; readonly attaches?: boolean };
    /** An uploaded file for a text, of the message `attach` with `ticket`. The characters of `label` are selected. */
    readonly insert?: {
      readonly id: string;
      readonly ticket: number;
      readonly name: string;
      readonly url: string;
      readonly markdown: string;
      readonly label: readonly [from: number, to: number];
    };
    /** Opens a text, with `text` if it is new. `quote` is added to it. */
    readonly open?: { readonly id: string; readonly text?: string; readonly quote?: string };
    /** What became of a text. `note`: why it was not sent. */
    readonly sending?: { readonly id: string; readonly state: 'sending' | 'sent' | 'failed'; readonly note?: string };
    readonly preview?: Markup & { readonly id: string };
    readonly completions?: { readonly ticket: number; readonly items: readonly TypedCompletion[] };
    /** The id of the comment at which the page begins. */
    readonly goTo?: string;
  };
}
