// Going back to a backup: one file, one tap to choose, one to say yes.

const words = JSON.parse(document.getElementById("words").textContent);
const file = document.getElementById("file");
const restore = document.getElementById("restore");
const said = document.getElementById("said");
const language = document.documentElement.lang;

// The browser's own words for "no file chosen" are in its language, not in the page's: the page shows the name itself.
const chosen = () => {
  restore.disabled = file.files.length === 0;
  document.getElementById("file-name").textContent = file.files[0]?.name ?? "";
};
file.addEventListener("change", () => { said.textContent = ""; chosen(); });
chosen();

restore.addEventListener("click", async () => {
  const form = new FormData();
  form.append("backup", file.files[0]);
  restore.disabled = true;
  said.textContent = words.working;
  try {
    const answer = await fetch(`/api/backup?lang=${language}`, { method: "POST", body: form });
    const told = await answer.json();
    said.textContent = told.says || told.error;
    if (answer.ok) { file.value = ""; }
  } catch {
    said.textContent = words.not_sent;
  }
  chosen();
});
