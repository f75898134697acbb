/** The code of the buttons that save figures, which vite.config.ts makes a module of. */
declare module 'virtual:save-figures' {
  export default function saveFigures(): void;
}
