/** Colour themes that pictures are taken in, with a part of the class that the workbench wears in them. */
export const themes = {
  light: ['Light Modern', 'light_modern'],
  dark: ['Dark Modern', 'dark_modern'],
  contrast: ['Dark High Contrast', 'hc_black'],
} as const;

export type Theme = keyof typeof themes;

/** The theme of every window of this run: `SOURCEHOST_THEME=light`, `contrast`, else dark. */
export const themeOfRun: Theme =
  (['light', 'contrast'] as const).find((name) => name === process.env.SOURCEHOST_THEME) ?? 'dark';
