// Puts a part of Home into a Streamlit component; a followed link is reported.
import { mounted } from "../mounted.js";
import { anew } from "../stage/dom.js";
import { Course } from "./course.js";
import { Follow } from "./follow.js";
import { Gallery } from "./gallery.js";
import { Hero } from "./hero.js";

const PARTS = { course: Course, follow: Follow, gallery: Gallery, hero: Hero };

class Part {
  constructor(host) { this.host = host; }

  show(scene) {
    const { host } = this;
    if (!anew(this, scene)) return;
    this.view ??= new PARTS[scene.part](host, (to) => host.send("go", to));
    this.view.show(scene);
  }

  destroy() { this.view?.destroy?.(); }
}

export default mounted("home", (host) => new Part(host));
