import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import Hero from './Hero.ts';
import MarkdownLink from './MarkdownLink.ts';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-before': () => h(Hero),
      'doc-footer-before': () => h(MarkdownLink),
    }),
} satisfies Theme;
