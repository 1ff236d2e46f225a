import { useData, withBase } from 'vitepress';
import { defineComponent, h } from 'vue';

/** A link to the page as plain Markdown. */
export default defineComponent({
  setup() {
    const { page } = useData();
    return () =>
      h('p', { class: 'as-markdown' }, [
        h('a', { href: withBase(`/${page.value.relativePath}`), target: '_self' }, 'This page as Markdown'),
      ]);
  },
});
