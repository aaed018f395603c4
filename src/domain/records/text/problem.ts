/** Characters `[from, to)` of a document's text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Why a text cannot be saved as it is. */
export type ProblemCode =
  | 'noFrontMatter' // it does not begin with `---`
  | 'endless' // no second `---`
  | 'noBlank' // `key:value`, where YAML wants `key: value`
  | 'yaml' // no valid YAML; `detail` says why
  | 'tooLong' // more front matter than anybody writes
  | 'notFields' // YAML, but no `key: value`
  | 'unsupported' // anchors, aliases, tags, nested values
  | 'duplicateKey'
  | 'unknownKey'
  | 'onlyNew' // a key that the service takes only when it creates the record
  | 'noList' // a list where one word belongs
  | 'required'
  | 'badChoice'
  | 'badDate'
  | 'comma' // a name with a comma cannot be sent
  | 'noMarker' // the line above the comments is gone
  | 'typedBelow'; // something was written below that line

export interface Problem {
  readonly code: ProblemCode;
  readonly at: Span;
  /** The key that it is about. */
  readonly key?: string;
  /** What is written there. */
  readonly value?: string;
  /** What may be written instead. */
  readonly allowed?: readonly string[];
  readonly detail?: string;
}
