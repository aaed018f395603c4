/** What nobody sees, or what reorders or breaks a line. Tabs and line breaks are left to the caller. */
const unseen = String.raw`(?![\t\n\r]|\ufe0e|\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb\u{1d159}]`;
const emoji = String.raw`(?![\p{ASCII}\p{Emoji_Modifier}\p{Regional_Indicator}])\p{Emoji}`;
/** A selector belongs directly after an emoji, once, or into a keycap such as 1️⃣. */
const loneSelector = String.raw`(?<!${emoji})(?!(?<=[#*\d])\ufe0f\u20e3)(?:\ufe0e|\ufe0f)`;
/** A joiner belongs after a letter that is not ASCII, or after an emoji. */
const loneJoiner = String.raw`(?<!(?![\p{ASCII}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}\p{Emoji}])(?<!${emoji}\ufe0f)(?:\u200c|\u200d)`;

/** Every character that nobody sees, except the selector of an emoji. */
export const hiddenCharacter = new RegExp(`${loneSelector}|${unseen}`, 'gu');

/** As `hiddenCharacter`, for text that somebody reads: scripts and emoji keep the joiners that they need. */
export const hiddenInText = new RegExp(`${loneSelector}|${loneJoiner}|(?!\u200c|\u200d)${unseen}`, 'gu');

/** Whether `text` has a character of control, a line break or a tab among them: it cannot be a name or a path. */
export const hasControl = (text = ''): boolean => /\p{Cc}/u.test(text);

/** `U+202E` for a character. */
export const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
