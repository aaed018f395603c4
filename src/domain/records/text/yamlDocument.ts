import { Composer, Lexer, Parser, type Document } from 'yaml';

/** Characters: more than front matter or the form of an issue needs. */
const longest = 20_000;
/** Lexemes: a line `key: value` has six. */
const most = 5_000;
/** Lists and maps inside each other. A form of an issue has six. */
const deepest = 8;

/** Directives, documents and mistakes between them: what follows so many is not read. */
const mostParts = 20;
const blank: ReadonlySet<string> = new Set(['byte-order-mark', 'comment', 'newline', 'space']);

/** Why YAML is not read: it is longer than `longest` or `most`, or nested deeper than `deepest` from `offset` on. */
export interface Refusal {
  readonly refused: 'tooLong' | 'tooDeep';
  readonly offset: number;
}

/**
 * Parses YAML in a time in proportion to its length, whatever it holds. Keys are not compared with each other and
 * aliases are not expanded. Its mistakes are in `errors` and `warnings` of the document.
 */
export function parseYaml(yaml: string): Document.Parsed | Refusal {
  if (yaml.length > longest) return { refused: 'tooLong', offset: 0 };
  const { stackTraceLimit } = Error;
  // The parser makes an Error of every mistake, of which there can be thousands; their stacks are nine tenths of the time.
  Error.stackTraceLimit = 0;
  try {
    return parsed(yaml);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function parsed(yaml: string): Document.Parsed | Refusal {
  const parser = new Parser();
  const composer = new Composer({ schema: 'core', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const documents: Document.Parsed[] = [];
  let lexemes = 0;
  let parts = 0;
  for (const lexeme of new Lexer().lex(yaml)) {
    for (const token of parser.next(lexeme)) {
      if (!blank.has(token.type)) parts += 1;
      documents.push(...composer.next(token));
    }
    lexemes += 1;
    if (parts > mostParts) break;
    if (lexemes > most) return { refused: 'tooLong', offset: parser.offset };
    // The document is one of the stack, and so is the scalar that is being read.
    if (parser.stack.length > deepest + 2) return { refused: 'tooDeep', offset: parser.offset };
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end(true, yaml.length));
  const [document] = documents;
  if (document === undefined) throw new Error('the parser gave no document');
  return document;
}
