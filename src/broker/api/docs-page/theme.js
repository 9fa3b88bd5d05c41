/* The colours of the pages of the API: those of all pages, as numbers, since the library computes with them. */

const LIGHT = {
  text: '#1c2430',
  faint: '#5d6b7c',
  line: '#e3e7ec',
  surface: '#ffffff',
  raised: '#f5f7f9',
  accent: '#2459c4',
  gain: '#0f7b5f',
  loss: '#c0392b',
  second: '#855400',
};
const DARK = {
  text: '#e4e8ee',
  faint: '#94a3b5',
  line: '#2a323d',
  surface: '#12161c',
  raised: '#1b2129',
  accent: '#7fa8ff',
  gain: '#3fc39b',
  loss: '#f0766a',
  second: '#e0b04e',
};
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const CODE = 'ui-monospace, "SF Mono", Menlo, Consolas, monospace';

/** The theme of the library, dark or light. The panel of samples is dark in both, as the colours of its code are. */
export function themeOf(isDark) {
  const { text, faint, line, surface, raised, accent, gain, loss, second } = isDark ? DARK : LIGHT;
  const tone = (color, tabTextColor) => ({ color, backgroundColor: raised, tabTextColor });
  return {
    colors: {
      primary: { main: accent },
      success: { main: gain },
      warning: { main: second, contrastText: surface },
      error: { main: loss },
      gray: { 50: raised, 100: line },
      border: { light: line, dark: line },
      text: { primary: text, secondary: faint },
      responses: {
        success: tone(gain, DARK.gain),
        error: tone(loss, DARK.loss),
        redirect: tone(faint, DARK.faint),
        info: tone(accent, DARK.accent),
      },
      // White on them in both themes.
      http: {
        get: LIGHT.accent,
        post: LIGHT.gain,
        put: LIGHT.second,
        delete: LIGHT.loss,
        patch: LIGHT.accent,
      },
    },
    schema: {
      linesColor: line,
      typeNameColor: faint,
      typeTitleColor: faint,
      requireLabelColor: loss,
      nestedBackground: raised,
      arrow: { color: faint },
    },
    typography: {
      fontSize: '15px',
      fontFamily: FONT,
      headings: { fontFamily: FONT, fontWeight: '600' },
      code: {
        fontFamily: CODE,
        fontSize: '13px',
        color: text,
        backgroundColor: raised,
        wrap: true,
      },
      links: { color: accent, visited: accent, hover: accent },
    },
    sidebar: {
      backgroundColor: raised,
      textColor: text,
      activeTextColor: accent,
      arrow: { color: faint },
    },
    rightPanel: { backgroundColor: DARK.surface, textColor: DARK.text },
    codeBlock: { backgroundColor: DARK.raised },
  };
}
