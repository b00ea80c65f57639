// Where a line of Chinese may end. The script of the page's root has this file in it too (shell/frame.py).

// What the dictionary of a browser takes apart, and no line does.
const TERM = /非?叶子?[结节]点|单[结节]点树?|[根内终][结节]点|中间[结节]点|终端[结节]点|胜出者?|信息增益(?:比率|[率比])?|增益[率比]|信息熵|基尼(?:指数|系数)?|不纯净?度|均值|比特|离差|残差|方差|(?:[前预]|事?[先后])?(?:剪枝|修剪)|误分类[率数]?|[错误]分率|判错率?|分错|打了球|从不回头|[切分划]分?点|中位点|打网球|决策(?:树桩?|桩)|单层|[二多]叉树?|递归|有向边|占比|取值|列联表|舍入|四舍五入|中位数|平均值|缺失值|样本[数点]|置信度|支持度|过拟合|过度拟合|拟合|子树|对数|叫法|样例|实例|[正反负]样?例|真正例|[合析]取式?|偏置|优选|独热|[因自]变量|稳定性?|定[性量]|类[标别][记签]?|阈值|树枝|标称|互信息|自信息量?|香农|二进制位?|导学课|课件|伯努利|留出|信源|标准误差?|误差和|链接|一对多|优缺点|裸核|双化|过学习|查[准全]率|哪一[个种节列]/gu;
// Nor before a word that leans on the one before it, such as what counts or what makes a noun, nor behind one that leads the next.
const LEANS = new Set([..."的了吗呢吧着们里中上下内时个位棵例条种次句项张份组类折倍率集型性法度式件熵树值比差点数量表图", "的是", "的话"]);
const HAN = /^\p{Script=Han}/u;
const LEADS = new Set([..."不未非每各第两三几逐更最很较另某这那哪子前后预有"]);
const EQUALS = /(?<=\p{Script=Han})是(?=[ \u00a0]?\d)/gu;  // 熵是 0.9403
// Nor between a number's counter and what is counted.
const COUNTED = /\d[ \u00a0]?[个位棵例](?=\p{Script=Han})/gu;
const words = Intl.Segmenter && new Intl.Segmenter("zh", { granularity: "word" });  // Firefox has it since 125

// Where a letter stands alone: the first or the last of a clause, and beside another one, since two of them may be a word
// that no dictionary has, such as a column's name. Of more than two, every second one may end a line.
function besideLetters(text, cuts) {
  const many = (k) => (HAN.test(text[cuts[k]] ?? "") ? cuts[k + 1] - cuts[k] : 0), kept = [];
  let joined = -1;
  for (let k = 1; k < cuts.length - 1; k++) {
    const [before, after] = [many(k - 1), many(k)], alone = before === 1 && after === 1 && joined !== k - 1;
    if (!before || !after) continue;
    if (alone || (before === 1 && !many(k - 2)) || (after === 1 && !many(k + 1))) kept.push(cuts[joined = k]);
  }
  return kept;
}

// The words of a text in their order, with what stands between them; the text whole, where no dictionary is.
export function wordsOf(text) {
  if (!words) return [text];
  const parts = [...words.segment(text)], ends = new Set(parts.map(({ index }) => index).concat(text.length));
  for (const { index, 0: term } of text.matchAll(TERM)) {
    for (let at = index + 1; at < index + term.length; at++) ends.delete(at);
    ends.add(index).add(index + term.length);
  }
  for (const [k, { index, segment }] of parts.entries()) {
    const before = parts[k - 1]?.segment;
    const one = LEANS.has(segment) || (LEADS.has(before) && HAN.test(segment));
    if (k && one && /[\p{L}\p{N}]$/u.test(before)) ends.delete(index);
  }
  for (const index of besideLetters(text, [...ends].sort((a, b) => a - b))) ends.delete(index);
  for (const { index } of text.matchAll(EQUALS)) ends.delete(index);
  for (const { index, 0: counted } of text.matchAll(COUNTED)) ends.delete(index + counted.length);
  const cuts = [...ends].sort((a, b) => a - b);
  return cuts.slice(1).map((end, i) => text.slice(cuts[i], end));
}
