/** Characters `[from, to)` of a document's text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface LocatedText {
  readonly text: string;
  readonly at: Span;
}

export type ProblemCode =
  | 'noFrontMatter' // it does not begin with `---`
  | 'endless' // no second `---`
  | 'tooLong' // front matter that is longer than the limit
  | 'notFields' // a line that is not `key: value`
  | 'openList' // names that begin with `[` without a `]` at the end
  | 'duplicateKey'
  | 'unknownKey'
  | 'onlyNew' // a key that the service accepts only when it creates the record
  | 'noList' // a list for a key with a single value
  | 'required'
  | 'badChoice'
  | 'badDate'
  | 'comma' // a name with a comma cannot be sent
  | 'unanswered' // a required section of a form is empty
  | 'badAnswer' // a section of a form accepts only `allowed`
  | 'oneAnswer' // a section of a form accepts one of its choices
  | 'unticked'; // a required check box of a form

export interface Problem {
  readonly code: ProblemCode;
  readonly at: Span;
  /** The key of the problem, or the heading of a section. */
  readonly key?: string;
  readonly value?: string;
  readonly allowed?: readonly string[];
}
