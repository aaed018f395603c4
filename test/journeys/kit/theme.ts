/** The value of the setting begins with this in older versions. */
const prefix = process.env.SOURCEHOST_RELEASE === 'oldest' ? 'Default ' : '';

/** Colour themes of the pictures: the name, a part of the class of the workbench, the setting. */
export const themes = {
  light: ['Light Modern', 'light_modern', `${prefix}Light Modern`],
  dark: ['Dark Modern', 'dark_modern', `${prefix}Dark Modern`],
  contrast: ['Dark High Contrast', 'hc_black', 'Default High Contrast'],
  contrastLight: ['Light High Contrast', 'hc_light', 'Default High Contrast Light'],
} as const;

export type Theme = keyof typeof themes;

export const allThemes = Object.keys(themes) as Theme[];

/** The theme of every window of this run: that of `SOURCEHOST_THEME`, else dark. */
export const themeOfRun: Theme = allThemes.find((name) => name === process.env.SOURCEHOST_THEME) ?? 'dark';
