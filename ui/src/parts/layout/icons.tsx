// Small drawings, made of lines so that they take the colour of the text.
const icon = (path: string) => () => (
  <svg class="icon-drawing" viewBox="0 0 16 16" aria-hidden="true" stroke-linecap="round" stroke-linejoin="round">
    <path d={path} />
  </svg>
);

export const CopyIcon = icon('M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z');
export const DoneIcon = icon('M3 8.5l3.2 3.2L13 4.8');
export const SunIcon = icon(
  'M8 5a3 3 0 100 6 3 3 0 000-6zM8 1v1.2M8 13.8V15M1 8h1.2M13.8 8H15M3 3l.9.9M12.1 12.1l.9.9M13 3l-.9.9M3.9 12.1L3 13',
);
export const MoonIcon = icon('M13.5 9.8A6 6 0 116.2 2.5a4.8 4.8 0 007.3 7.3z');
export const SystemIcon = icon('M2 3h12v8H2zM6 14h4M8 11v3');
export const MenuIcon = icon('M2.5 4h11M2.5 8h11M2.5 12h11');
export const SearchIcon = icon('M7 2.5a4.5 4.5 0 100 9 4.5 4.5 0 000-9zM10.5 10.5L14 14');
export const CloseIcon = icon('M3.5 3.5l9 9M12.5 3.5l-9 9');

export const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#4654c9" />
    <path d="M16 5.5l2.6 7.9 7.9 2.6-7.9 2.6L16 26.5l-2.6-7.9L5.5 16l7.9-2.6z" fill="#fff" />
  </svg>
);
