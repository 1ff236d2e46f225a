// The colours of what ran, of what ran in part and of what did not, on light and dark ground.
const [GOOD, FAIR, POOR] = [
  'light-dark(#1a7f37,#56d364)',
  'light-dark(#9a6700,#e3b341)',
  'light-dark(#b42318,#ff8a80)',
];
const [GOOD_GROUND, FAIR_GROUND, POOR_GROUND] = [
  'light-dark(#e3f6e6,#12301b)',
  'light-dark(#fff3cd,#3a2f10)',
  'light-dark(#fde2e0,#43191a)',
];
const EDGE = 'light-dark(#d8dee4,#30363d)';
const DIM = 'light-dark(#6a737d,#9aa4ae)';

/** The style of the page of a coverage, dark and light. */
export const STYLE = `
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;margin:24px auto;max-width:1100px;padding:0 16px;background:light-dark(#fff,#15181c);color:light-dark(#1f2328,#e6e8ea)}
a{color:light-dark(#0550ae,#79b8ff)}h1{font-size:22px}h2{font-size:17px;margin-top:40px;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td,th{padding:3px 8px;text-align:left;vertical-align:top}
.files td,.files th{border-bottom:1px solid ${EDGE}}.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.total span{margin-right:20px}.total .good b,.files .good{color:${GOOD}}.total .fair b,.files .fair,.note{color:${FAIR}}
.total .poor b,.files .poor{color:${POOR}}section{overflow-x:auto}details{margin-top:16px}
.source{font:13px/1.45 ui-monospace,monospace}.source td{padding:0 8px}.source .n{color:${DIM};width:1%}
.source td[title]{cursor:help;text-decoration:underline dotted}.source pre{margin:0;font:inherit;white-space:pre;tab-size:4}
.source tr.good{background:${GOOD_GROUND}}.source tr.fair{background:${FAIR_GROUND}}.source tr.poor{background:${POOR_GROUND}}
.source tr.none pre{color:${DIM}}
`;
